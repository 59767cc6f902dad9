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
  %v57 = extractelement <16 x float> %v56, i64 0
  %v58 = extractelement <16 x float> %v56, i64 1
  %v59 = fadd contract float %v57, %v58
  %v60 = extractelement <16 x float> %v56, i64 2
  %v61 = extractelement <16 x float> %v56, i64 3
  %v62 = fadd contract float %v60, %v61
  %v63 = fadd contract float %v59, %v62
  %v64 = extractelement <16 x float> %v56, i64 4
  %v65 = extractelement <16 x float> %v56, i64 5
  %v66 = fadd contract float %v64, %v65
  %v67 = extractelement <16 x float> %v56, i64 6
  %v68 = extractelement <16 x float> %v56, i64 7
  %v69 = fadd contract float %v67, %v68
  %v70 = fadd contract float %v66, %v69
  %v71 = fadd contract float %v63, %v70
  %v72 = extractelement <16 x float> %v56, i64 8
  %v73 = extractelement <16 x float> %v56, i64 9
  %v74 = fadd contract float %v72, %v73
  %v75 = extractelement <16 x float> %v56, i64 10
  %v76 = extractelement <16 x float> %v56, i64 11
  %v77 = fadd contract float %v75, %v76
  %v78 = fadd contract float %v74, %v77
  %v79 = extractelement <16 x float> %v56, i64 12
  %v80 = extractelement <16 x float> %v56, i64 13
  %v81 = fadd contract float %v79, %v80
  %v82 = extractelement <16 x float> %v56, i64 14
  %v83 = extractelement <16 x float> %v56, i64 15
  %v84 = fadd contract float %v82, %v83
  %v85 = fadd contract float %v81, %v84
  %v86 = fadd contract float %v78, %v85
  %v87 = fadd contract float %v71, %v86
  %v88 = fmul contract float %v87, 0x3F70000000000000
  %v89 = insertelement <16 x float> poison, float %v88, i64 0
  %v90 = shufflevector <16 x float> %v89, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 2
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v91 = mul nsw i64 %r2, 128
  %v92 = add nsw i64 %v0, %v91
  %v93 = getelementptr inbounds float, ptr %d1, i64 %v92
  %v94 = load <16 x float>, ptr %v93, align 4
  %v95 = fsub contract <16 x float> %v94, %v90
  %v96 = fmul contract <16 x float> %v95, %v95
  %v97 = load <16 x float>, ptr %acc27
  %v98 = fadd contract <16 x float> %v97, %v96
  store <16 x float> %v98, ptr %acc27
  %v99 = add nsw i64 %v92, 16
  %v100 = getelementptr inbounds float, ptr %d1, i64 %v99
  %v101 = load <16 x float>, ptr %v100, align 4
  %v102 = fsub contract <16 x float> %v101, %v90
  %v103 = fmul contract <16 x float> %v102, %v102
  %v104 = load <16 x float>, ptr %acc28
  %v105 = fadd contract <16 x float> %v104, %v103
  store <16 x float> %v105, ptr %acc28
  %v106 = add nsw i64 %v92, 32
  %v107 = getelementptr inbounds float, ptr %d1, i64 %v106
  %v108 = load <16 x float>, ptr %v107, align 4
  %v109 = fsub contract <16 x float> %v108, %v90
  %v110 = fmul contract <16 x float> %v109, %v109
  %v111 = load <16 x float>, ptr %acc29
  %v112 = fadd contract <16 x float> %v111, %v110
  store <16 x float> %v112, ptr %acc29
  %v113 = add nsw i64 %v92, 48
  %v114 = getelementptr inbounds float, ptr %d1, i64 %v113
  %v115 = load <16 x float>, ptr %v114, align 4
  %v116 = fsub contract <16 x float> %v115, %v90
  %v117 = fmul contract <16 x float> %v116, %v116
  %v118 = load <16 x float>, ptr %acc30
  %v119 = fadd contract <16 x float> %v118, %v117
  store <16 x float> %v119, ptr %acc30
  %v120 = add nsw i64 %v92, 64
  %v121 = getelementptr inbounds float, ptr %d1, i64 %v120
  %v122 = load <16 x float>, ptr %v121, align 4
  %v123 = fsub contract <16 x float> %v122, %v90
  %v124 = fmul contract <16 x float> %v123, %v123
  %v125 = load <16 x float>, ptr %acc31
  %v126 = fadd contract <16 x float> %v125, %v124
  store <16 x float> %v126, ptr %acc31
  %v127 = add nsw i64 %v92, 80
  %v128 = getelementptr inbounds float, ptr %d1, i64 %v127
  %v129 = load <16 x float>, ptr %v128, align 4
  %v130 = fsub contract <16 x float> %v129, %v90
  %v131 = fmul contract <16 x float> %v130, %v130
  %v132 = load <16 x float>, ptr %acc32
  %v133 = fadd contract <16 x float> %v132, %v131
  store <16 x float> %v133, ptr %acc32
  %v134 = add nsw i64 %v92, 96
  %v135 = getelementptr inbounds float, ptr %d1, i64 %v134
  %v136 = load <16 x float>, ptr %v135, align 4
  %v137 = fsub contract <16 x float> %v136, %v90
  %v138 = fmul contract <16 x float> %v137, %v137
  %v139 = load <16 x float>, ptr %acc33
  %v140 = fadd contract <16 x float> %v139, %v138
  store <16 x float> %v140, ptr %acc33
  %v141 = add nsw i64 %v92, 112
  %v142 = getelementptr inbounds float, ptr %d1, i64 %v141
  %v143 = load <16 x float>, ptr %v142, align 4
  %v144 = fsub contract <16 x float> %v143, %v90
  %v145 = fmul contract <16 x float> %v144, %v144
  %v146 = load <16 x float>, ptr %acc34
  %v147 = fadd contract <16 x float> %v146, %v145
  store <16 x float> %v147, ptr %acc34
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v148 = load <16 x float>, ptr %acc27
  %v149 = load <16 x float>, ptr %acc28
  %v150 = load <16 x float>, ptr %acc29
  %v151 = load <16 x float>, ptr %acc30
  %v152 = load <16 x float>, ptr %acc31
  %v153 = load <16 x float>, ptr %acc32
  %v154 = load <16 x float>, ptr %acc33
  %v155 = load <16 x float>, ptr %acc34
  %v156 = fadd contract <16 x float> %v148, %v149
  %v157 = fadd contract <16 x float> %v150, %v151
  %v158 = fadd contract <16 x float> %v156, %v157
  %v159 = fadd contract <16 x float> %v152, %v153
  %v160 = fadd contract <16 x float> %v154, %v155
  %v161 = fadd contract <16 x float> %v159, %v160
  %v162 = fadd contract <16 x float> %v158, %v161
  %v163 = extractelement <16 x float> %v162, i64 0
  %v164 = extractelement <16 x float> %v162, i64 1
  %v165 = fadd contract float %v163, %v164
  %v166 = extractelement <16 x float> %v162, i64 2
  %v167 = extractelement <16 x float> %v162, i64 3
  %v168 = fadd contract float %v166, %v167
  %v169 = fadd contract float %v165, %v168
  %v170 = extractelement <16 x float> %v162, i64 4
  %v171 = extractelement <16 x float> %v162, i64 5
  %v172 = fadd contract float %v170, %v171
  %v173 = extractelement <16 x float> %v162, i64 6
  %v174 = extractelement <16 x float> %v162, i64 7
  %v175 = fadd contract float %v173, %v174
  %v176 = fadd contract float %v172, %v175
  %v177 = fadd contract float %v169, %v176
  %v178 = extractelement <16 x float> %v162, i64 8
  %v179 = extractelement <16 x float> %v162, i64 9
  %v180 = fadd contract float %v178, %v179
  %v181 = extractelement <16 x float> %v162, i64 10
  %v182 = extractelement <16 x float> %v162, i64 11
  %v183 = fadd contract float %v181, %v182
  %v184 = fadd contract float %v180, %v183
  %v185 = extractelement <16 x float> %v162, i64 12
  %v186 = extractelement <16 x float> %v162, i64 13
  %v187 = fadd contract float %v185, %v186
  %v188 = extractelement <16 x float> %v162, i64 14
  %v189 = extractelement <16 x float> %v162, i64 15
  %v190 = fadd contract float %v188, %v189
  %v191 = fadd contract float %v187, %v190
  %v192 = fadd contract float %v184, %v191
  %v193 = fadd contract float %v177, %v192
  %v194 = fmul contract float %v193, 0x3F70000000000000
  %v195 = fadd contract float %v194, 0x3EE4F8B580000000
  %v196 = call float @llvm.sqrt.f32(float %v195)
  %v197 = fdiv float 0x3FF0000000000000, %v196
  %v198 = insertelement <16 x float> poison, float %v197, i64 0
  %v199 = shufflevector <16 x float> %v198, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %r2.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 16
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v200 = mul nsw i64 %i3, 16
  %v201 = add nsw i64 %v0, %v200
  %v202 = getelementptr inbounds float, ptr %d0, i64 %v201
  %v203 = getelementptr inbounds float, ptr %d1, i64 %v201
  %v204 = load <16 x float>, ptr %v203, align 4
  %v205 = fsub contract <16 x float> %v204, %v90
  %v206 = fmul contract <16 x float> %v205, %v199
  %v207 = getelementptr inbounds float, ptr %d2, i64 %v200
  %v208 = load <16 x float>, ptr %v207, align 4
  %v209 = fmul contract <16 x float> %v206, %v208
  %v210 = getelementptr inbounds float, ptr %d3, i64 %v200
  %v211 = load <16 x float>, ptr %v210, align 4
  %v212 = fadd contract <16 x float> %v209, %v211
  store <16 x float> %v212, ptr %v202, align 4
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
