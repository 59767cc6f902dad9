; split 2 by 128 as loop
; split 5 by 16 as vector
; mark 6 as unroll
; split 3 by 128 as loop
; split 9 by 16 as vector
; mark 10 as unroll
; split 1 by 16 as vector
; mark 0 as grid
declare float @llvm.sqrt.f32(float)
define void @product_64_256_over_256_256(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %d3_at = getelementptr inbounds ptr, ptr %bufs, i64 3
  %d3 = load ptr, ptr %d3_at, align 8, !invariant.load !{}
  %acc19 = alloca <16 x float>
  %acc20 = alloca <16 x float>
  %acc21 = alloca <16 x float>
  %acc22 = alloca <16 x float>
  %acc23 = alloca <16 x float>
  %acc24 = alloca <16 x float>
  %acc25 = alloca <16 x float>
  %acc26 = alloca <16 x float>
  %acc27 = alloca <16 x float>
  %acc28 = alloca <16 x float>
  %acc29 = alloca <16 x float>
  %acc30 = alloca <16 x float>
  %acc31 = alloca <16 x float>
  %acc32 = alloca <16 x float>
  %acc33 = alloca <16 x float>
  %acc34 = alloca <16 x float>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = mul nsw i64 %g0, 256
  store <16 x float> splat (float 0x0000000000000000), ptr %acc19
  store <16 x float> splat (float 0x0000000000000000), ptr %acc20
  store <16 x float> splat (float 0x0000000000000000), ptr %acc21
  store <16 x float> splat (float 0x0000000000000000), ptr %acc22
  store <16 x float> splat (float 0x0000000000000000), ptr %acc23
  store <16 x float> splat (float 0x0000000000000000), ptr %acc24
  store <16 x float> splat (float 0x0000000000000000), ptr %acc25
  store <16 x float> splat (float 0x0000000000000000), ptr %acc26
  store <16 x float> splat (float 0x0000000000000000), ptr %acc27
  store <16 x float> splat (float 0x0000000000000000), ptr %acc28
  store <16 x float> splat (float 0x0000000000000000), ptr %acc29
  store <16 x float> splat (float 0x0000000000000000), ptr %acc30
  store <16 x float> splat (float 0x0000000000000000), ptr %acc31
  store <16 x float> splat (float 0x0000000000000000), ptr %acc32
  store <16 x float> splat (float 0x0000000000000000), ptr %acc33
  store <16 x float> splat (float 0x0000000000000000), ptr %acc34
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %g0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 2
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v1 = mul nsw i64 %r1, 128
  %v2 = add nsw i64 %v0, %v1
  %v3 = getelementptr inbounds float, ptr %d1, i64 %v2
  %v4 = load <16 x float>, ptr %v3, align 4
  %v5 = load <16 x float>, ptr %acc19
  %v6 = fadd contract <16 x float> %v5, %v4
  store <16 x float> %v6, ptr %acc19
  %v7 = add nsw i64 %v2, 16
  %v8 = getelementptr inbounds float, ptr %d1, i64 %v7
  %v9 = load <16 x float>, ptr %v8, align 4
  %v10 = load <16 x float>, ptr %acc20
  %v11 = fadd contract <16 x float> %v10, %v9
  store <16 x float> %v11, ptr %acc20
  %v12 = add nsw i64 %v2, 32
  %v13 = getelementptr inbounds float, ptr %d1, i64 %v12
  %v14 = load <16 x float>, ptr %v13, align 4
  %v15 = load <16 x float>, ptr %acc21
  %v16 = fadd contract <16 x float> %v15, %v14
  store <16 x float> %v16, ptr %acc21
  %v17 = add nsw i64 %v2, 48
  %v18 = getelementptr inbounds float, ptr %d1, i64 %v17
  %v19 = load <16 x float>, ptr %v18, align 4
  %v20 = load <16 x float>, ptr %acc22
  %v21 = fadd contract <16 x float> %v20, %v19
  store <16 x float> %v21, ptr %acc22
  %v22 = add nsw i64 %v2, 64
  %v23 = getelementptr inbounds float, ptr %d1, i64 %v22
  %v24 = load <16 x float>, ptr %v23, align 4
  %v25 = load <16 x float>, ptr %acc23
  %v26 = fadd contract <16 x float> %v25, %v24
  store <16 x float> %v26, ptr %acc23
  %v27 = add nsw i64 %v2, 80
  %v28 = getelementptr inbounds float, ptr %d1, i64 %v27
  %v29 = load <16 x float>, ptr %v28, align 4
  %v30 = load <16 x float>, ptr %acc24
  %v31 = fadd contract <16 x float> %v30, %v29
  store <16 x float> %v31, ptr %acc24
  %v32 = add nsw i64 %v2, 96
  %v33 = getelementptr inbounds float, ptr %d1, i64 %v32
  %v34 = load <16 x float>, ptr %v33, align 4
  %v35 = load <16 x float>, ptr %acc25
  %v36 = fadd contract <16 x float> %v35, %v34
  store <16 x float> %v36, ptr %acc25
  %v37 = add nsw i64 %v2, 112
  %v38 = getelementptr inbounds float, ptr %d1, i64 %v37
  %v39 = load <16 x float>, ptr %v38, align 4
  %v40 = load <16 x float>, ptr %acc26
  %v41 = fadd contract <16 x float> %v40, %v39
  store <16 x float> %v41, ptr %acc26
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v42 = load <16 x float>, ptr %acc19
  %v43 = load <16 x float>, ptr %acc20
  %v44 = load <16 x float>, ptr %acc21
  %v45 = load <16 x float>, ptr %acc22
  %v46 = load <16 x float>, ptr %acc23
  %v47 = load <16 x float>, ptr %acc24
  %v48 = load <16 x float>, ptr %acc25
  %v49 = load <16 x float>, ptr %acc26
  %v50 = fadd contract <16 x float> %v42, %v43
  %v51 = fadd contract <16 x float> %v44, %v45
  %v52 = fadd contract <16 x float> %v50, %v51
  %v53 = fadd contract <16 x float> %v46, %v47
  %v54 = fadd contract <16 x float> %v48, %v49
  %v55 = fadd contract <16 x float> %v53, %v54
  %v56 = fadd contract <16 x float> %v52, %v55
  %v57 = shufflevector <16 x float> %v56, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v58 = shufflevector <16 x float> %v56, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v59 = fadd contract <8 x float> %v57, %v58
  %v60 = shufflevector <8 x float> %v59, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v61 = shufflevector <8 x float> %v59, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v62 = fadd contract <4 x float> %v60, %v61
  %v63 = shufflevector <4 x float> %v62, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v64 = shufflevector <4 x float> %v62, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v65 = fadd contract <2 x float> %v63, %v64
  %v66 = extractelement <2 x float> %v65, i64 0
  %v67 = extractelement <2 x float> %v65, i64 1
  %v68 = fadd contract float %v66, %v67
  %v69 = fmul contract float %v68, 0x3F70000000000000
  %v70 = insertelement <16 x float> poison, float %v69, i64 0
  %v71 = shufflevector <16 x float> %v70, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 2
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v72 = mul nsw i64 %r2, 128
  %v73 = add nsw i64 %v0, %v72
  %v74 = getelementptr inbounds float, ptr %d1, i64 %v73
  %v75 = load <16 x float>, ptr %v74, align 4
  %v76 = fsub contract <16 x float> %v75, %v71
  %v77 = fmul contract <16 x float> %v76, %v76
  %v78 = load <16 x float>, ptr %acc27
  %v79 = fadd contract <16 x float> %v78, %v77
  store <16 x float> %v79, ptr %acc27
  %v80 = add nsw i64 %v73, 16
  %v81 = getelementptr inbounds float, ptr %d1, i64 %v80
  %v82 = load <16 x float>, ptr %v81, align 4
  %v83 = fsub contract <16 x float> %v82, %v71
  %v84 = fmul contract <16 x float> %v83, %v83
  %v85 = load <16 x float>, ptr %acc28
  %v86 = fadd contract <16 x float> %v85, %v84
  store <16 x float> %v86, ptr %acc28
  %v87 = add nsw i64 %v73, 32
  %v88 = getelementptr inbounds float, ptr %d1, i64 %v87
  %v89 = load <16 x float>, ptr %v88, align 4
  %v90 = fsub contract <16 x float> %v89, %v71
  %v91 = fmul contract <16 x float> %v90, %v90
  %v92 = load <16 x float>, ptr %acc29
  %v93 = fadd contract <16 x float> %v92, %v91
  store <16 x float> %v93, ptr %acc29
  %v94 = add nsw i64 %v73, 48
  %v95 = getelementptr inbounds float, ptr %d1, i64 %v94
  %v96 = load <16 x float>, ptr %v95, align 4
  %v97 = fsub contract <16 x float> %v96, %v71
  %v98 = fmul contract <16 x float> %v97, %v97
  %v99 = load <16 x float>, ptr %acc30
  %v100 = fadd contract <16 x float> %v99, %v98
  store <16 x float> %v100, ptr %acc30
  %v101 = add nsw i64 %v73, 64
  %v102 = getelementptr inbounds float, ptr %d1, i64 %v101
  %v103 = load <16 x float>, ptr %v102, align 4
  %v104 = fsub contract <16 x float> %v103, %v71
  %v105 = fmul contract <16 x float> %v104, %v104
  %v106 = load <16 x float>, ptr %acc31
  %v107 = fadd contract <16 x float> %v106, %v105
  store <16 x float> %v107, ptr %acc31
  %v108 = add nsw i64 %v73, 80
  %v109 = getelementptr inbounds float, ptr %d1, i64 %v108
  %v110 = load <16 x float>, ptr %v109, align 4
  %v111 = fsub contract <16 x float> %v110, %v71
  %v112 = fmul contract <16 x float> %v111, %v111
  %v113 = load <16 x float>, ptr %acc32
  %v114 = fadd contract <16 x float> %v113, %v112
  store <16 x float> %v114, ptr %acc32
  %v115 = add nsw i64 %v73, 96
  %v116 = getelementptr inbounds float, ptr %d1, i64 %v115
  %v117 = load <16 x float>, ptr %v116, align 4
  %v118 = fsub contract <16 x float> %v117, %v71
  %v119 = fmul contract <16 x float> %v118, %v118
  %v120 = load <16 x float>, ptr %acc33
  %v121 = fadd contract <16 x float> %v120, %v119
  store <16 x float> %v121, ptr %acc33
  %v122 = add nsw i64 %v73, 112
  %v123 = getelementptr inbounds float, ptr %d1, i64 %v122
  %v124 = load <16 x float>, ptr %v123, align 4
  %v125 = fsub contract <16 x float> %v124, %v71
  %v126 = fmul contract <16 x float> %v125, %v125
  %v127 = load <16 x float>, ptr %acc34
  %v128 = fadd contract <16 x float> %v127, %v126
  store <16 x float> %v128, ptr %acc34
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v129 = load <16 x float>, ptr %acc27
  %v130 = load <16 x float>, ptr %acc28
  %v131 = load <16 x float>, ptr %acc29
  %v132 = load <16 x float>, ptr %acc30
  %v133 = load <16 x float>, ptr %acc31
  %v134 = load <16 x float>, ptr %acc32
  %v135 = load <16 x float>, ptr %acc33
  %v136 = load <16 x float>, ptr %acc34
  %v137 = fadd contract <16 x float> %v129, %v130
  %v138 = fadd contract <16 x float> %v131, %v132
  %v139 = fadd contract <16 x float> %v137, %v138
  %v140 = fadd contract <16 x float> %v133, %v134
  %v141 = fadd contract <16 x float> %v135, %v136
  %v142 = fadd contract <16 x float> %v140, %v141
  %v143 = fadd contract <16 x float> %v139, %v142
  %v144 = shufflevector <16 x float> %v143, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v145 = shufflevector <16 x float> %v143, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v146 = fadd contract <8 x float> %v144, %v145
  %v147 = shufflevector <8 x float> %v146, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v148 = shufflevector <8 x float> %v146, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v149 = fadd contract <4 x float> %v147, %v148
  %v150 = shufflevector <4 x float> %v149, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v151 = shufflevector <4 x float> %v149, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v152 = fadd contract <2 x float> %v150, %v151
  %v153 = extractelement <2 x float> %v152, i64 0
  %v154 = extractelement <2 x float> %v152, i64 1
  %v155 = fadd contract float %v153, %v154
  %v156 = fmul contract float %v155, 0x3F70000000000000
  %v157 = fadd contract float %v156, 0x3EE4F8B580000000
  %v158 = call float @llvm.sqrt.f32(float %v157)
  %v159 = fdiv float 0x3FF0000000000000, %v158
  %v160 = insertelement <16 x float> poison, float %v159, i64 0
  %v161 = shufflevector <16 x float> %v160, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %r2.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 16
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v162 = mul nsw i64 %i3, 16
  %v163 = add nsw i64 %v0, %v162
  %v164 = getelementptr inbounds float, ptr %d0, i64 %v163
  %v165 = getelementptr inbounds float, ptr %d1, i64 %v163
  %v166 = load <16 x float>, ptr %v165, align 4
  %v167 = fsub contract <16 x float> %v166, %v71
  %v168 = fmul contract <16 x float> %v167, %v161
  %v169 = getelementptr inbounds float, ptr %d2, i64 %v162
  %v170 = load <16 x float>, ptr %v169, align 4
  %v171 = fmul contract <16 x float> %v168, %v170
  %v172 = getelementptr inbounds float, ptr %d3, i64 %v162
  %v173 = load <16 x float>, ptr %v172, align 4
  %v174 = fadd contract <16 x float> %v171, %v173
  store <16 x float> %v174, ptr %v164, align 4
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
