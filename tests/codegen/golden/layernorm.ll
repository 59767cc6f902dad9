; split c by 128 as loop
; split c.1 by 16 as vector
; mark c.1.0 as unroll
; split d by 128 as loop
; split d.1 by 16 as vector
; mark d.1.0 as unroll
; split b by 16 as vector
; mark a as grid
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
  %v7 = getelementptr float, ptr %d1, i64 %v2
  %v8 = getelementptr float, ptr %v7, i64 16
  %v9 = load <16 x float>, ptr %v8, align 4
  %v10 = load <16 x float>, ptr %acc20
  %v11 = fadd contract <16 x float> %v10, %v9
  store <16 x float> %v11, ptr %acc20
  %v12 = getelementptr float, ptr %v7, i64 32
  %v13 = load <16 x float>, ptr %v12, align 4
  %v14 = load <16 x float>, ptr %acc21
  %v15 = fadd contract <16 x float> %v14, %v13
  store <16 x float> %v15, ptr %acc21
  %v16 = getelementptr float, ptr %v7, i64 48
  %v17 = load <16 x float>, ptr %v16, align 4
  %v18 = load <16 x float>, ptr %acc22
  %v19 = fadd contract <16 x float> %v18, %v17
  store <16 x float> %v19, ptr %acc22
  %v20 = getelementptr float, ptr %v7, i64 64
  %v21 = load <16 x float>, ptr %v20, align 4
  %v22 = load <16 x float>, ptr %acc23
  %v23 = fadd contract <16 x float> %v22, %v21
  store <16 x float> %v23, ptr %acc23
  %v24 = getelementptr float, ptr %v7, i64 80
  %v25 = load <16 x float>, ptr %v24, align 4
  %v26 = load <16 x float>, ptr %acc24
  %v27 = fadd contract <16 x float> %v26, %v25
  store <16 x float> %v27, ptr %acc24
  %v28 = getelementptr float, ptr %v7, i64 96
  %v29 = load <16 x float>, ptr %v28, align 4
  %v30 = load <16 x float>, ptr %acc25
  %v31 = fadd contract <16 x float> %v30, %v29
  store <16 x float> %v31, ptr %acc25
  %v32 = getelementptr float, ptr %v7, i64 112
  %v33 = load <16 x float>, ptr %v32, align 4
  %v34 = load <16 x float>, ptr %acc26
  %v35 = fadd contract <16 x float> %v34, %v33
  store <16 x float> %v35, ptr %acc26
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v36 = load <16 x float>, ptr %acc19
  %v37 = load <16 x float>, ptr %acc20
  %v38 = load <16 x float>, ptr %acc21
  %v39 = load <16 x float>, ptr %acc22
  %v40 = load <16 x float>, ptr %acc23
  %v41 = load <16 x float>, ptr %acc24
  %v42 = load <16 x float>, ptr %acc25
  %v43 = load <16 x float>, ptr %acc26
  %v44 = fadd contract <16 x float> %v36, %v37
  %v45 = fadd contract <16 x float> %v38, %v39
  %v46 = fadd contract <16 x float> %v44, %v45
  %v47 = fadd contract <16 x float> %v40, %v41
  %v48 = fadd contract <16 x float> %v42, %v43
  %v49 = fadd contract <16 x float> %v47, %v48
  %v50 = fadd contract <16 x float> %v46, %v49
  %v51 = shufflevector <16 x float> %v50, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v52 = shufflevector <16 x float> %v50, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v53 = fadd contract <8 x float> %v51, %v52
  %v54 = shufflevector <8 x float> %v53, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v55 = shufflevector <8 x float> %v53, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v56 = fadd contract <4 x float> %v54, %v55
  %v57 = shufflevector <4 x float> %v56, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v58 = shufflevector <4 x float> %v56, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v59 = fadd contract <2 x float> %v57, %v58
  %v60 = extractelement <2 x float> %v59, i64 0
  %v61 = extractelement <2 x float> %v59, i64 1
  %v62 = fadd contract float %v60, %v61
  %v63 = fmul contract float %v62, 0x3F70000000000000
  %v64 = insertelement <16 x float> poison, float %v63, i64 0
  %v65 = shufflevector <16 x float> %v64, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 2
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v66 = mul nsw i64 %r2, 128
  %v67 = add nsw i64 %v0, %v66
  %v68 = getelementptr inbounds float, ptr %d1, i64 %v67
  %v69 = load <16 x float>, ptr %v68, align 4
  %v70 = fsub contract <16 x float> %v69, %v65
  %v71 = fmul contract <16 x float> %v70, %v70
  %v72 = load <16 x float>, ptr %acc27
  %v73 = fadd contract <16 x float> %v72, %v71
  store <16 x float> %v73, ptr %acc27
  %v74 = getelementptr float, ptr %d1, i64 %v67
  %v75 = getelementptr float, ptr %v74, i64 16
  %v76 = load <16 x float>, ptr %v75, align 4
  %v77 = fsub contract <16 x float> %v76, %v65
  %v78 = fmul contract <16 x float> %v77, %v77
  %v79 = load <16 x float>, ptr %acc28
  %v80 = fadd contract <16 x float> %v79, %v78
  store <16 x float> %v80, ptr %acc28
  %v81 = getelementptr float, ptr %v74, i64 32
  %v82 = load <16 x float>, ptr %v81, align 4
  %v83 = fsub contract <16 x float> %v82, %v65
  %v84 = fmul contract <16 x float> %v83, %v83
  %v85 = load <16 x float>, ptr %acc29
  %v86 = fadd contract <16 x float> %v85, %v84
  store <16 x float> %v86, ptr %acc29
  %v87 = getelementptr float, ptr %v74, i64 48
  %v88 = load <16 x float>, ptr %v87, align 4
  %v89 = fsub contract <16 x float> %v88, %v65
  %v90 = fmul contract <16 x float> %v89, %v89
  %v91 = load <16 x float>, ptr %acc30
  %v92 = fadd contract <16 x float> %v91, %v90
  store <16 x float> %v92, ptr %acc30
  %v93 = getelementptr float, ptr %v74, i64 64
  %v94 = load <16 x float>, ptr %v93, align 4
  %v95 = fsub contract <16 x float> %v94, %v65
  %v96 = fmul contract <16 x float> %v95, %v95
  %v97 = load <16 x float>, ptr %acc31
  %v98 = fadd contract <16 x float> %v97, %v96
  store <16 x float> %v98, ptr %acc31
  %v99 = getelementptr float, ptr %v74, i64 80
  %v100 = load <16 x float>, ptr %v99, align 4
  %v101 = fsub contract <16 x float> %v100, %v65
  %v102 = fmul contract <16 x float> %v101, %v101
  %v103 = load <16 x float>, ptr %acc32
  %v104 = fadd contract <16 x float> %v103, %v102
  store <16 x float> %v104, ptr %acc32
  %v105 = getelementptr float, ptr %v74, i64 96
  %v106 = load <16 x float>, ptr %v105, align 4
  %v107 = fsub contract <16 x float> %v106, %v65
  %v108 = fmul contract <16 x float> %v107, %v107
  %v109 = load <16 x float>, ptr %acc33
  %v110 = fadd contract <16 x float> %v109, %v108
  store <16 x float> %v110, ptr %acc33
  %v111 = getelementptr float, ptr %v74, i64 112
  %v112 = load <16 x float>, ptr %v111, align 4
  %v113 = fsub contract <16 x float> %v112, %v65
  %v114 = fmul contract <16 x float> %v113, %v113
  %v115 = load <16 x float>, ptr %acc34
  %v116 = fadd contract <16 x float> %v115, %v114
  store <16 x float> %v116, ptr %acc34
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v117 = load <16 x float>, ptr %acc27
  %v118 = load <16 x float>, ptr %acc28
  %v119 = load <16 x float>, ptr %acc29
  %v120 = load <16 x float>, ptr %acc30
  %v121 = load <16 x float>, ptr %acc31
  %v122 = load <16 x float>, ptr %acc32
  %v123 = load <16 x float>, ptr %acc33
  %v124 = load <16 x float>, ptr %acc34
  %v125 = fadd contract <16 x float> %v117, %v118
  %v126 = fadd contract <16 x float> %v119, %v120
  %v127 = fadd contract <16 x float> %v125, %v126
  %v128 = fadd contract <16 x float> %v121, %v122
  %v129 = fadd contract <16 x float> %v123, %v124
  %v130 = fadd contract <16 x float> %v128, %v129
  %v131 = fadd contract <16 x float> %v127, %v130
  %v132 = shufflevector <16 x float> %v131, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v133 = shufflevector <16 x float> %v131, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v134 = fadd contract <8 x float> %v132, %v133
  %v135 = shufflevector <8 x float> %v134, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v136 = shufflevector <8 x float> %v134, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v137 = fadd contract <4 x float> %v135, %v136
  %v138 = shufflevector <4 x float> %v137, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v139 = shufflevector <4 x float> %v137, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v140 = fadd contract <2 x float> %v138, %v139
  %v141 = extractelement <2 x float> %v140, i64 0
  %v142 = extractelement <2 x float> %v140, i64 1
  %v143 = fadd contract float %v141, %v142
  %v144 = fmul contract float %v143, 0x3F70000000000000
  %v145 = fadd contract float %v144, 0x3EE4F8B580000000
  %v146 = call float @llvm.sqrt.f32(float %v145)
  %v147 = fdiv float 0x3FF0000000000000, %v146
  %v148 = insertelement <16 x float> poison, float %v147, i64 0
  %v149 = shufflevector <16 x float> %v148, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %r2.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 16
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v150 = mul nsw i64 %i3, 16
  %v151 = add nsw i64 %v0, %v150
  %v152 = getelementptr inbounds float, ptr %d0, i64 %v151
  %v153 = getelementptr inbounds float, ptr %d1, i64 %v151
  %v154 = load <16 x float>, ptr %v153, align 4
  %v155 = fsub contract <16 x float> %v154, %v65
  %v156 = fmul contract <16 x float> %v155, %v149
  %v157 = getelementptr inbounds float, ptr %d2, i64 %v150
  %v158 = load <16 x float>, ptr %v157, align 4
  %v159 = fmul contract <16 x float> %v156, %v158
  %v160 = getelementptr inbounds float, ptr %d3, i64 %v150
  %v161 = load <16 x float>, ptr %v160, align 4
  %v162 = fadd contract <16 x float> %v159, %v161
  store <16 x float> %v162, ptr %v152, align 4
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
